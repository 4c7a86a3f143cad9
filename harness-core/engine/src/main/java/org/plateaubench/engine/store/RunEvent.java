// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An event of a run. Immutable.
 *
 * @param at wall-clock time of the controller
 * @param runNanos instant on the run's clock; {@link #BEFORE_START} while it does not run
 * @param type kind of event, one of the labels of {@link org.plateaubench.engine.run.EventType}
 * @param scope empty for the run, {@code tile/workload}, {@code sut/<name>} or {@code agent/<name>}
 * @param message a sentence for a person
 * @param details data of the event, plain values by name
 */
public record RunEvent(
        Instant at, long runNanos, String type, String scope, String message, Map<String, Object> details) {
    /** Stands for an instant before the run's clock was started. */
    public static final long BEFORE_START = Long.MIN_VALUE;

    public RunEvent {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }
}
