// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import java.time.Instant;
import java.util.List;

/**
 * An address that receives events of runs. Immutable.
 *
 * @param id id
 * @param address address, http or https
 * @param events the events that it receives
 * @param secret key of the signatures
 * @param createdBy account that made it
 * @param createdAt when it was made
 */
record Webhook(String id, String address, List<Event> events, String secret, String createdBy, Instant createdAt) {
    Webhook {
        events = List.copyOf(events);
    }

    /** What happened. */
    enum Event {
        /** A run ended, with whatever verdict. */
        ENDED,
        /** A run missed a limit, or could not be carried out. */
        FAILED,
        /** A run ended whose measurement cannot be trusted. */
        INVALID,
        /** A run waits in the queue. */
        WAITING,
        /** An administrator tries the address. */
        TEST
    }

    /** Returns whether it receives an event: every end of a run is one, and a trial is for all. */
    boolean receives(Event event) {
        return event == Event.TEST
                || events.contains(event)
                || (event != Event.WAITING && events.contains(Event.ENDED));
    }
}
