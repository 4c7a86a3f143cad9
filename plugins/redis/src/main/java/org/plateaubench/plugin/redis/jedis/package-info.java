// SPDX-License-Identifier: Apache-2.0
/** The client Jedis: on threads with its own connections, and its protocol classes on connections of the event loop. */
@NullMarked
package org.plateaubench.plugin.redis.jedis;

import org.jspecify.annotations.NullMarked;
