// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vim;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A task that has succeeded. Both durations are differences of the server's own clock, or of the client's where the platform measures no
 * time of its own.
 *
 * @param waited from when the server queued the task until it began it, not negative
 * @param worked from when it began the task until it had completed it, not negative
 * @param made what the task has made, such as a machine or a snapshot; null for nothing
 */
public record TaskResult(
        Duration waited, Duration worked, @Nullable ManagedObject made) {}
