// SPDX-License-Identifier: Apache-2.0
/** The requests to Redis and the meaning of its replies, the same for every client. */
@NullMarked
package org.plateaubench.plugin.redis.command;

import org.jspecify.annotations.NullMarked;
