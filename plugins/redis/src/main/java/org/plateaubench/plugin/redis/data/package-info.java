// SPDX-License-Identifier: Apache-2.0
/** The keys before the load, and the servers' content and counts after it. */
@NullMarked
package org.plateaubench.plugin.redis.data;

import org.jspecify.annotations.NullMarked;
