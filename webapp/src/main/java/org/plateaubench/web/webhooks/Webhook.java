// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.webhooks;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

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
        @JsonProperty("ended")
        ENDED,
        /** A run missed a limit, or could not be carried out. */
        @JsonProperty("failed")
        FAILED,
        /** A run ended whose measurement cannot be trusted. */
        @JsonProperty("invalid")
        INVALID,
        /** A run waits in the queue. */
        @JsonProperty("waiting")
        WAITING,
        /** An administrator tries the address. */
        @JsonProperty("test")
        TEST;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns whether it receives an event: every end of a run is one, and a trial is for all. */
    boolean receives(Event event) {
        return event == Event.TEST
                || events.contains(event)
                || (event != Event.WAITING && events.contains(Event.ENDED));
    }
}
