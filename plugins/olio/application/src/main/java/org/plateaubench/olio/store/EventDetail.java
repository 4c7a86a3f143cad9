// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.util.List;

/**
 * All that an event's page shows.
 *
 * @param attendees everybody, by name
 * @param tags names, by name
 * @param comments oldest first
 */
public record EventDetail(SocialEvent event, List<PersonLink> attendees, List<String> tags, List<Comment> comments) {
    public EventDetail {
        attendees = List.copyOf(attendees);
        tags = List.copyOf(tags);
        comments = List.copyOf(comments);
    }

    /** Whether somebody goes there. */
    public boolean isAttendedBy(int person) {
        return attendees.stream().anyMatch(attendee -> attendee.id() == person);
    }
}
