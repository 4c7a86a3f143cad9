// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.time.Duration;
import org.plateaubench.api.Parameter;

/** Parameters of workload {@code null}. */
public record NullParameters(
        @Parameter(
                description = "Processor time that each operation takes by spinning; 0ms returns at once.",
                defaultValue = "5us",
                min = 0,
                max = 1_000)
        Duration spin) {}
