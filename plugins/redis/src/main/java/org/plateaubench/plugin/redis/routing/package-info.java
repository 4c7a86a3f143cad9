// SPDX-License-Identifier: Apache-2.0
/** The mapping of keys to nodes: one for all keys, a ring of nodes, or the slots of a cluster. */
@NullMarked
package org.plateaubench.plugin.redis.routing;

import org.jspecify.annotations.NullMarked;
