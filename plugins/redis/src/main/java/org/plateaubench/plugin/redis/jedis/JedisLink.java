// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.service.JedisAccess;
import org.plateaubench.plugin.redis.service.JedisAccess.JedisSocket;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.RedisInputStream;

/** An authenticated Jedis connection that also reports whether a reply was a status. One thread at a time. */
public final class JedisLink extends Connection {
    private boolean word;

    private JedisLink(JedisSocket socket, JedisAccess access) {
        super(socket, access.config());
        ping(); // Fails while a server loads or wants a password, or if a proxy has none.
        setSoTimeout(0);
    }

    static JedisLink open(JedisSocket socket, JedisAccess access) throws IOException {
        return JedisAccess.open(socket, () -> new JedisLink(socket, access));
    }

    @Override
    protected Object protocolRead(RedisInputStream in, PushConsumerChain pushes) {
        word = in.peek(Protocol.PLUS_BYTE);
        return super.protocolRead(in, pushes);
    }

    /** Sends a command and waits for its reply, even an error. */
    void ask(Protocol.Command command, byte[][] arguments, RedisReply reply) {
        sendCommand(command, arguments);
        Object answer;
        try {
            answer = getOne();
        } catch (JedisDataException e) {
            answer = e;
        }
        JedisReplies.fill(reply, answer, word);
    }
}
