// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A SUT as the page shows it.
 *
 * @param state {@code starting, running, stopping, clearing, stopped, dead} or {@code failed}
 * @param activity action in progress
 * @param message why the last action failed
 * @param address its address, in short
 * @param properties properties of its address, without secrets
 * @param access how a person logs in, for callers who may start SUTs
 * @param processId process id of its keeper
 */
record SutRow(
        String name,
        String service,
        String state,
        @Nullable String activity,
        @Nullable String message,
        @Nullable String address,
        Map<String, String> properties,
        List<String> access,
        @Nullable Instant startedAt,
        @Nullable Long processId,
        List<String> uses,
        List<String> logs) {}
