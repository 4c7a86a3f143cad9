// SPDX-License-Identifier: Apache-2.0
/** Redis: its commands as a workload, the server as a SUT. */
@NullMarked
package org.plateaubench.plugin.redis;

import org.jspecify.annotations.NullMarked;
