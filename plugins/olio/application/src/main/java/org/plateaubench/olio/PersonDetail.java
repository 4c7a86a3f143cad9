// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.util.List;
import org.plateaubench.olio.EventDetail.Address;
import org.plateaubench.olio.EventDetail.EventSummary;
import org.plateaubench.olio.EventDetail.PersonLink;

/**
 * The content of a person's page. Templates use the methods of the records.
 *
 * @param posted the last events posted, newest first, at most ten
 * @param friends friends by name, whichever of the two sent the request
 * @param incoming people who wait for this person's answer, by name
 * @param outgoing people whose answer this person waits for, by name
 */
record PersonDetail(
        Person person,
        List<EventSummary> posted,
        List<PersonLink> friends,
        List<PersonLink> incoming,
        List<PersonLink> outgoing) {
    String friendCount() {
        return EventDetail.count(friends, "friend", "friends");
    }

    boolean hasIncoming() {
        return !incoming.isEmpty();
    }

    boolean hasOutgoing() {
        return !outgoing.isEmpty();
    }

    record Person(
            PersonLink link,
            String firstName,
            String lastName,
            String email,
            String telephone,
            String summary,
            String timeZone,
            Address address) {}
}
