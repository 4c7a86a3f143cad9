// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;
import java.util.List;

/**
 * The content of an event's page.
 *
 * @param attendees all attendees, by name
 * @param tags names of tags, in order
 * @param comments comments, oldest first
 */
public record EventDetail(SocialEvent event, List<PersonLink> attendees, List<String> tags, List<Comment> comments) {
    public EventDetail {
        attendees = List.copyOf(attendees);
        tags = List.copyOf(tags);
        comments = List.copyOf(comments);
    }

    public boolean isAttendedBy(int person) {
        return attendees.stream().anyMatch(attendee -> attendee.id() == person);
    }

    /**
     * An event.
     *
     * @param head its summary for lists
     * @param submitter user who posted it
     * @param scoreTotal sum of the ratings
     * @param votes number of the ratings
     * @param timeZone name of a zone
     * @param createdAt when it was posted
     */
    public record SocialEvent(
            EventSummary head,
            String description,
            PersonLink submitter,
            Address address,
            int scoreTotal,
            int votes,
            String telephone,
            String timeZone,
            Instant createdAt) {}

    /**
     * A comment on an event.
     *
     * @param rating 1 to 5
     */
    public record Comment(int id, PersonLink author, String text, int rating, Instant createdAt) {}
}
