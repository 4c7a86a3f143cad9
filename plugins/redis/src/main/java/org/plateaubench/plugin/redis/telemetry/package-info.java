// SPDX-License-Identifier: Apache-2.0
/** What the servers of a SUT say of themselves, as time series. */
@NullMarked
package org.plateaubench.plugin.redis.telemetry;

import org.jspecify.annotations.NullMarked;
