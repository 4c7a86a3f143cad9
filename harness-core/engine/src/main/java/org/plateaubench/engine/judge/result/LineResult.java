// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Locale;
import org.plateaubench.measure.interval.LineInterval;

/** An operation, unit or observed series of a workload. */
public record LineResult(
        String name, LineInterval.Kind kind, @JsonUnwrapped Block block) {
    /** The name of the kind in files: operation, unit or series. */
    public String kindLabel() {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
