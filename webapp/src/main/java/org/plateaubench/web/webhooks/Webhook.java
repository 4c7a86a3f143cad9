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
 * @param createdBy account that created it
 * @param createdAt time of its creation
 */
record Webhook(String id, String address, List<Event> events, String secret, String createdBy, Instant createdAt) {
    Webhook {
        events = List.copyOf(events);
    }

    /** The kinds of events. */
    enum Event {
        /** A run ended, with any verdict. */
        ENDED,
        /** A run missed a limit or could not be executed. */
        FAILED,
        /** A run ended whose measurement is invalid. */
        INVALID,
        /** A run waits in the queue. */
        WAITING,
        /** An administrator tests the address. */
        TEST
    }

    /**
     * Returns whether it receives an event. The event that a run ended covers every end of a run; a test is sent to
     * every webhook.
     */
    boolean receives(Event event) {
        return event == Event.TEST
                || events.contains(event)
                || (event != Event.WAITING && events.contains(Event.ENDED));
    }
}
