// SPDX-License-Identifier: Apache-2.0
/** Time series from the servers of a SUT. */
@NullMarked
package org.plateaubench.plugin.redis.telemetry;

import org.jspecify.annotations.NullMarked;
