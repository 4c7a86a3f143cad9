// SPDX-License-Identifier: Apache-2.0
/** The client on an event loop: many connections on one thread, many commands outstanding on each. */
@NullMarked
package org.plateaubench.plugin.redis.loop;

import org.jspecify.annotations.NullMarked;
