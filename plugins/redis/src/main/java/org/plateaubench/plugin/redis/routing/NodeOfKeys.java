// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.RedisRequest;

/** Finds the node of a whole command. Stateless; any thread, but for the text it is given. */
public final class NodeOfKeys {
    /** The keys of the command have several nodes. */
    public static final int SEVERAL = -1;

    private NodeOfKeys() {}

    /**
     * The node of a command's keys; of a cluster that of the first, since its nodes look at the others themselves, while
     * servers that do not know of each other would take keys of others for keys that are not there.
     *
     * @return index of the node, or {@link #SEVERAL}
     */
    public static int of(Target target, CommandText text, RedisRequest request) {
        int node = target.nodeOf(text.firstKey(request));
        if (target instanceof HashRing) {
            for (int i = 1; i < request.keyCount(); i++) {
                byte[] key = text.keys().key(request.operation().family(), request.key(i));
                if (target.nodeOf(key) != node) {
                    return SEVERAL;
                }
            }
        }
        return node;
    }
}
