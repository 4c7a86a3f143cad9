// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.service.RedisAdminConnection;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.RedisInputStream;

/** An authenticated Jedis connection that also reports whether a reply was a status. One thread at a time. */
final class JedisLink extends Connection {
    private boolean word;

    private JedisLink(JedisSocket socket, JedisAccess access) {
        super(socket, access.config());
    }

    /**
     * Connects and signs in.
     *
     * @throws IOException with the server's text if the server refused
     */
    static JedisLink open(JedisSocket socket, JedisAccess access) throws IOException {
        try {
            JedisLink link = new JedisLink(socket, access);
            link.ping(); // Fails while a server loads or wants a password, or if a proxy has none.
            link.setSoTimeout(0);
            return link;
        } catch (JedisDataException e) {
            socket.close();
            throw new IOException(
                    RedisAdminConnection.withoutArguments(reason(e))); // The cause may hold the password too.
        } catch (JedisException e) {
            socket.close();
            throw new IOException(reason(e), e);
        }
    }

    /** Returns the text of the server or of the socket; Jedis often has none itself. */
    static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null || message.isBlank() ? cause.toString() : message;
    }

    @Override
    protected Object protocolRead(RedisInputStream in, PushConsumerChain pushes) {
        word = in.peek(Protocol.PLUS_BYTE);
        return super.protocolRead(in, pushes);
    }

    /**
     * Sends a command and waits for its reply, even an error.
     *
     * @throws JedisException when there will be none
     */
    void ask(CommandArguments command, RedisReply reply) {
        sendCommand(command);
        Object answer;
        try {
            answer = getOne();
        } catch (JedisDataException e) {
            answer = e;
        }
        JedisReplies.fill(reply, answer, word);
    }
}
