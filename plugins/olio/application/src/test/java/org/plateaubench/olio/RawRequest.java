// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Sends bytes without an HTTP client, such as malformed requests. */
final class RawRequest {
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int MAX_ANSWER_BYTES = 64 * 1024;

    private RawRequest() {}

    /** Sends a request, and returns the answer up to the end of the connection, at most 64 KiB. */
    static String send(int port, String request) {
        return send(port, request.getBytes(StandardCharsets.ISO_8859_1), new byte[0], 0);
    }

    /** Sends a header, then the same piece repeatedly, and returns the answer. */
    static String send(int port, byte[] header, byte[] piece, int pieces) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(header);
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
        byte[] answer = new byte[MAX_ANSWER_BYTES];
        int length = 0;
        for (int read = in.read(answer); read >= 0; read = in.read(answer, length, answer.length - length)) {
            length += read;
            String text = new String(Arrays.copyOf(answer, length), StandardCharsets.UTF_8);
            if (text.contains("</html>") || length == answer.length) {
                break;
            }
        }
        return new String(answer, 0, length, StandardCharsets.UTF_8);
    }
}
