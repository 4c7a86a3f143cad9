// SPDX-License-Identifier: Apache-2.0
/** The keys that are there before the load, and what the servers hold and count after it. */
@NullMarked
package org.plateaubench.plugin.redis.data;

import org.jspecify.annotations.NullMarked;
