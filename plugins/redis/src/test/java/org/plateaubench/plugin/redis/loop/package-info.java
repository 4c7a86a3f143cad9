// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.plugin.redis.loop;

import org.jspecify.annotations.NullMarked;
