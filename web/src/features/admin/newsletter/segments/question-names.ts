import { useQuery } from '@tanstack/react-query';
import { coursesQuery, startedCampaignsQuery } from '../queries';
import type { QuestionNames } from './questions';

/** Titles of courses and subjects of campaigns; id and number while they are not known. */
export function useQuestionNames(): QuestionNames {
  const courses = useQuery(coursesQuery).data;
  const campaigns = useQuery(startedCampaignsQuery).data;
  return {
    course: (id) => courses?.find((course) => course.id === id)?.title ?? id,
    campaign: (number) => {
      const subject = campaigns?.find((campaign) => campaign.number === number)?.subject;
      return subject ? `“${subject}”` : `nº ${number}`;
    },
  };
}
