export default function Page() {
  return <h1>Em construção</h1>;
}
