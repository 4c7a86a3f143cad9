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

/** A blocking connection: each request and each answer is one line. One thread at a time, except for closing it. */
final class Connection implements Closeable {
    private static final int CONNECT_MILLIS = 5_000;

    private final Socket socket = new Socket();
    private BufferedReader answers = new BufferedReader(BufferedReader.nullReader());

    /** Returns host and port of a server. */
    static InetSocketAddress place(SutAddress sut) {
        return new InetSocketAddress(sut.property("host"), Integer.parseInt(sut.property("port")));
    }

    /** Opens a connection for requests that are not part of the load. */
    static Connection to(InetSocketAddress server) throws IOException {
        Connection connection = new Connection();
        try {
            connection.connect(server);
            return connection;
        } catch (IOException e) {
            connection.close();
            throw e;
        }
    }

    void connect(InetSocketAddress server) throws IOException {
        socket.setTcpNoDelay(true);
        socket.connect(server, CONNECT_MILLIS);
        answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    String ask(String request) throws IOException {
        socket.getOutputStream().write((request + "\n").getBytes(StandardCharsets.US_ASCII));
        String answer = answers.readLine();
        if (answer == null) {
            throw new EOFException("the server has closed the connection");
        }
        return answer;
    }

    /**
     * Closes the connection. This also ends a blocked call of another thread, since a read of a socket ignores
     * interrupts.
     */
    @Override
    public void close() throws IOException {
        socket.close();
    }
}
