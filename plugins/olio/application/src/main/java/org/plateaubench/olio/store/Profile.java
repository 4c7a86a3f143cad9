// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.util.List;

/**
 * All that a person's page shows.
 *
 * @param posted the events posted last, newest first, ten at most
 * @param friends those who agreed, whoever asked, by name
 * @param incoming who waits for this person's answer, by name
 * @param outgoing whose answer this person waits for, by name
 */
public record Profile(
        Person person,
        List<EventSummary> posted,
        List<PersonLink> friends,
        List<PersonLink> incoming,
        List<PersonLink> outgoing) {
    public Profile {
        posted = List.copyOf(posted);
        friends = List.copyOf(friends);
        incoming = List.copyOf(incoming);
        outgoing = List.copyOf(outgoing);
    }
}
