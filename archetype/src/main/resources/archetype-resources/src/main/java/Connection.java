package ${package};

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.plateaubench.api.SutAddress;

/** A blocking connection: each request and answer is one line. Used by one thread at a time, except for closing it. */
final class Connection implements Closeable {
    private final Socket socket = new Socket();
    private final BufferedReader answers;

    /** Connects, within 5 s. */
    Connection(SutAddress server) throws IOException {
        int port = Integer.parseInt(server.property("port"));
        socket.connect(new InetSocketAddress(server.property("host"), port), 5_000);
        socket.setTcpNoDelay(true);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Sends a request and returns the answer. */
    String request(String request) throws IOException {
        socket.getOutputStream().write((request + "\n").getBytes(StandardCharsets.US_ASCII));
        String answer = answers.readLine();
        if (answer == null) {
            throw new EOFException("the server has closed the connection");
        }
        return answer;
    }

    /** Closes the connection, which also ends a blocked call of another thread, as an interrupt does not. */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
