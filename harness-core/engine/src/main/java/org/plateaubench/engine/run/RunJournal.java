// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.TelemetrySample;

/**
 * What a run writes down while it goes. Any thread. Writing never throws: a run that cannot be kept ends in an orderly
 * way, see {@link #failure()}.
 */
public interface RunJournal {
    /**
     * The run's clock was started: what follows is stamped with it.
     *
     * @param originNanos start of ramp-up on the controller's clock
     */
    void clockStarted(long originNanos);

    /**
     * Writes an event, stamped with now.
     *
     * @param scope empty for the run, {@code tile/workload}, {@code sut/<name>} or {@code agent/<name>}
     * @param message a sentence for a person
     * @param details plain values by name
     */
    void event(EventType type, String scope, String message, Map<String, Object> details);

    /** As {@link #event}, for something that happened at an instant of the run's clock, now or before. */
    void eventAt(long runNanos, EventType type, String scope, String message, Map<String, Object> details);

    /** Writes telemetry. */
    void telemetry(List<TelemetrySample> samples);

    /** One sentence why nothing more can be kept, such as a full disk; null while all is well. */
    @Nullable
    String failure();
}
