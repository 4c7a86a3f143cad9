// SPDX-License-Identifier: Apache-2.0
/** What every client must do, asked of each of them against real servers. */
@NullMarked
package org.plateaubench.plugin.redis.conformance;

import org.jspecify.annotations.NullMarked;
