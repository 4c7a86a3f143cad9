// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.jedis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.resp.Codec;
import org.plateaubench.plugin.redis.resp.ProtocolException;
import org.plateaubench.plugin.redis.resp.WriteBuffer;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.PushConsumer;
import redis.clients.jedis.PushConsumerChain;
import redis.clients.jedis.PushMessage;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.RedisOutputStream;

/** The protocol as implemented by Jedis, on a connection of the event loop, so that pipelines need no thread each. */
public final class JedisCodec implements Codec {
    private static final PushConsumerChain UNSOLICITED = new SkippedPushes();

    private final JedisCommands commands;
    private final Sink sink = new Sink();
    private final RedisOutputStream out = new RedisOutputStream(sink);
    private final BufferedReplies replies = new BufferedReplies();

    /** Creates a codec of one connection. */
    public JedisCodec(UserCommands user) {
        commands = new JedisCommands(user.text(), user.values());
    }

    /** Skips unsolicited messages of the server, which are not replies. */
    private static final class SkippedPushes implements PushConsumerChain {
        @Override
        public @Nullable PushMessage process(PushMessage message) {
            return null;
        }

        @Override
        public List<PushConsumer> getConsumers() {
            return List.of();
        }
    }

    /** The output for Jedis, which is permanently bound to one stream. */
    private static final class Sink extends OutputStream {
        private @Nullable WriteBuffer target;

        @Override
        public void write(int value) {
            throw new IllegalStateException("Jedis writes whole buffers");
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            WriteBuffer its = target;
            if (its != null) {
                its.write(source, offset, length);
            }
        }
    }

    @Override
    public void encode(RedisRequest request, WriteBuffer target) throws IOException {
        sink.target = target;
        Protocol.sendCommand(out, commands.of(request));
        out.flush();
    }

    @Override
    public boolean decode(ByteBuffer in, RedisReply reply) throws IOException {
        if (!in.hasRemaining() || !replies.begin(in)) {
            return false;
        }
        boolean word = in.get(in.position()) == Protocol.PLUS_BYTE;
        Object answer;
        try {
            answer = Protocol.read(replies, UNSOLICITED);
        } catch (JedisDataException e) {
            answer = e;
        } catch (BufferedReplies.Incomplete e) {
            replies.forget();
            return false;
        } catch (RuntimeException | StackOverflowError e) {
            throw new ProtocolException("no reply that Jedis can read: " + e.getMessage());
        }
        replies.accept();
        JedisReplies.fill(reply, answer, word);
        return true;
    }

    @Override
    public void reset() {
        replies.restart();
    }
}
