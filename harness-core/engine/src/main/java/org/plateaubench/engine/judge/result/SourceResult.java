// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one source of telemetry during the run. No figure covers a time without samples.
 *
 * @param source name of the source, such as {@code sut/node}
 * @param kind SUT service to which it belongs, or format of the file from which it was imported
 * @param intervalSeconds usual time between two samples, in s; null with fewer than two
 * @param firstSampleSeconds instant of the first sample on the run's clock, null when there is none
 * @param holes times of the steady window without samples
 * @param stretches the steady window, and each scored period and step
 */
public record SourceResult(
        String source,
        String kind,
        @Nullable Double intervalSeconds,
        @Nullable Double firstSampleSeconds,
        @Nullable Double lastSampleSeconds,
        List<HostResult.Hole> holes,
        List<HostResult.Stretch> stretches) {}
