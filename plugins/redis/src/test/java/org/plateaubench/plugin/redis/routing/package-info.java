// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.plugin.redis.routing;

import org.jspecify.annotations.NullMarked;
