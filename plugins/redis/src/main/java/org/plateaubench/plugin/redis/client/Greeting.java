// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.plugin.redis.service.RedisAddress;

/**
 * The commands on a new connection before any other: authentication, version of the protocol, database, and at last
 * {@code PING}, which fails on a server that is not ready yet and on a proxy without servers. Immutable; holds the
 * password.
 */
public final class Greeting {
    private final byte[] bytes;
    private final int replies;

    private Greeting(List<List<String>> commands) {
        WriteBuffer out = new WriteBuffer();
        commands.forEach(command -> command(out, command.toArray(String[]::new)));
        bytes = new byte[out.size()];
        out.toSend().get(bytes);
        replies = commands.size();
    }

    public static Greeting of(RedisAddress place) {
        List<List<String>> commands = new ArrayList<>();
        boolean signsIn = !place.password().isEmpty();
        String user = place.user().isEmpty() ? "default" : place.user();
        if (place.protocol() > 2) {
            String version = Integer.toString(place.protocol());
            commands.add(
                    signsIn ? List.of("HELLO", version, "AUTH", user, place.password()) : List.of("HELLO", version));
        } else if (signsIn) {
            // Proxies and servers before version 6 accept a password only.
            commands.add(
                    place.user().isEmpty()
                            ? List.of("AUTH", place.password())
                            : List.of("AUTH", user, place.password()));
        }
        if (place.database() != 0) {
            commands.add(List.of("SELECT", Integer.toString(place.database())));
        }
        commands.add(List.of("PING"));
        return new Greeting(commands);
    }

    /** Appends a command of a few arguments. */
    public static void command(WriteBuffer out, String... words) {
        ascii(out, "*" + words.length + "\r\n");
        for (String word : words) {
            byte[] text = word.getBytes(StandardCharsets.UTF_8);
            ascii(out, "$" + text.length + "\r\n");
            out.write(text);
            ascii(out, "\r\n");
        }
    }

    private static void ascii(WriteBuffer out, String text) {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    public void write(WriteBuffer out) {
        out.write(bytes);
    }

    public int replies() {
        return replies;
    }
}
