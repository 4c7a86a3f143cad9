// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes as no client would send them. */
final class RawRequest {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final int ENOUGH_BYTES = 64 * 1024;

    private RawRequest() {}

    /** Gives what is answered, up to the end of the connection or some kilobytes. */
    static String send(int port, String request) {
        return send(port, request.getBytes(StandardCharsets.ISO_8859_1), new byte[0], 0);
    }

    /** Sends something, then the same piece repeatedly. */
    static String send(int port, byte[] head, byte[] piece, int pieces) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(head);
            for (int sent = 0; sent < pieces; sent++) {
                out.write(piece);
            }
            out.flush();
            return read(socket.getInputStream());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String read(InputStream in) throws IOException {
        byte[] answer = new byte[ENOUGH_BYTES];
        int length = 0;
        for (int read = in.read(answer); read >= 0; read = in.read(answer, length, answer.length - length)) {
            length += read;
            String soFar = new String(Arrays.copyOf(answer, length), StandardCharsets.UTF_8);
            if (soFar.contains("</html>") || length == answer.length) {
                break;
            }
        }
        return new String(answer, 0, length, StandardCharsets.UTF_8);
    }
}
