// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.util.List;

/**
 * The content of a person's page.
 *
 * @param posted the last events posted, newest first, at most ten
 * @param friends friends, whichever side asked, by name
 * @param incoming people who wait for this person's answer, by name
 * @param outgoing people whose answer this person waits for, by name
 */
public record PersonDetail(
        Person person,
        List<EventSummary> posted,
        List<PersonLink> friends,
        List<PersonLink> incoming,
        List<PersonLink> outgoing) {
    public PersonDetail {
        posted = List.copyOf(posted);
        friends = List.copyOf(friends);
        incoming = List.copyOf(incoming);
        outgoing = List.copyOf(outgoing);
    }

    /**
     * A registered user.
     *
     * @param link number and name
     * @param timeZone name of a zone
     */
    public record Person(
            PersonLink link,
            String firstName,
            String lastName,
            String email,
            String telephone,
            String summary,
            String timeZone,
            Address address) {}
}
