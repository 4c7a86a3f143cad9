// SPDX-License-Identifier: Apache-2.0
/** What is asked of Redis and what its answers mean, the same for every client. */
@NullMarked
package org.plateaubench.plugin.redis.command;

import org.jspecify.annotations.NullMarked;
