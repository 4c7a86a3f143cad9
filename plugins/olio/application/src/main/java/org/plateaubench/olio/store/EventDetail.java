// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

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

    /** Returns whether a person attends it. */
    public boolean isAttendedBy(int person) {
        return attendees.stream().anyMatch(attendee -> attendee.id() == person);
    }
}
