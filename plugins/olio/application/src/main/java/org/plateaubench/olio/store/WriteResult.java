// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import org.plateaubench.olio.store.WriteResult.Refusal;

/** The result of a write. */
public sealed interface WriteResult {
    /**
     * The write is done.
     *
     * @param id number of the row; of the event or person if the row has none
     */
    record Done(int id) implements WriteResult {}

    /** A rule of the site refused it; nothing is written. */
    record Refused(Refusal why) implements WriteResult {}

    /** The rules of the site. */
    enum Refusal {
        NAME_TAKEN,
        NO_SUCH_PERSON,
        NO_SUCH_EVENT,
        ALREADY_ATTENDING,
        /** They are friends already, or one has asked the other. */
        ALREADY_ASKED,
        /** There is no request to accept. */
        NOT_ASKED,
        /** A person cannot be their own friend. */
        SAME_PERSON
    }
}
