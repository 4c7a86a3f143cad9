// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/** What became of something that was to be written. */
public sealed interface Written {
    /**
     * It is written.
     *
     * @param id number of the row; of the event or person concerned where the row has none
     */
    record Done(int id) implements Written {}

    /** It was declined by a rule of the site; nothing is written. */
    record Refused(Refusal why) implements Written {}

    /** Rules of the site. */
    enum Refusal {
        NAME_TAKEN,
        NO_SUCH_PERSON,
        NO_SUCH_EVENT,
        ALREADY_ATTENDING,
        /** They are friends, or one has asked the other. */
        ALREADY_ASKED,
        /** There is no request to accept. */
        NOT_ASKED,
        /** Nobody is a friend of himself. */
        SAME_PERSON
    }
}
