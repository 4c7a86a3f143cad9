// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of a successful task. Both durations are measured by the server's clock, or by the client's if the
 * platform reports no times.
 *
 * @param waited time that the task was in the server's queue, not negative
 * @param worked time from the start to the end of the task, not negative
 * @param made the created object, such as a machine or a snapshot; null for none
 */
public record TaskResult(
        Duration waited, Duration worked, @Nullable ManagedObject made) {}
