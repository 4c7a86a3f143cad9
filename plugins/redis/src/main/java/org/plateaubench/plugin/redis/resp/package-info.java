// SPDX-License-Identifier: Apache-2.0
/** The protocol of Redis, versions 2 and 3: encoding commands, and parsing replies in place. */
@NullMarked
package org.plateaubench.plugin.redis.resp;

import org.jspecify.annotations.NullMarked;
