// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.routing;

import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.RedisRequest;

/** Finds the node of a whole command. Stateless; any thread, except for the given text. */
public final class NodeOfKeys {
    /** The keys of the command belong to several nodes. */
    public static final int SEVERAL = -1;

    private NodeOfKeys() {}

    /**
     * Returns the node of a command's keys; in a cluster that of the first key, since its nodes check the other keys
     * themselves, while independent servers would treat foreign keys as missing.
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
