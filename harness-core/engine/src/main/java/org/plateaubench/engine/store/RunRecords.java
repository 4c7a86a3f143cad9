// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.wire.TelemetrySample;

/** Receives the records of a run folder while they are read, on the reading thread. */
public interface RunRecords {
    /** Receives an interval of an agent. If it arrived late, this comes after the record that reports it as missing. */
    default void interval(StoredInterval interval) {}

    default void event(RunEvent event) {}

    default void error(ErrorRecord error) {}

    default void telemetry(TelemetrySample point) {}

    /** Receives a sentence about a record that could not be read and is ignored. */
    default void broken(String sentence) {}
}
