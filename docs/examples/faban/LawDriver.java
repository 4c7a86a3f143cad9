// SPDX-License-Identifier: Apache-2.0
package example;

import com.sun.faban.driver.BenchmarkDefinition;
import com.sun.faban.driver.BenchmarkDriver;
import com.sun.faban.driver.BenchmarkOperation;
import com.sun.faban.driver.CustomMetrics;
import com.sun.faban.driver.CycleType;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.MatrixMix;
import com.sun.faban.driver.NegativeExponential;
import com.sun.faban.driver.Row;
import com.sun.faban.driver.Timing;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * Sends questions to the server of plugin "proving", whose response times have a known distribution. It uses a socket
 * instead of HTTP, and therefore records its times itself.
 */
@BenchmarkDefinition(name = "Law", version = "1.0")
@BenchmarkDriver(name = "LawDriver", metric = "answers/sec")
@MatrixMix(
        operations = {"Ask", "Ask Again"},
        mix = {@Row({0, 100}), @Row({50, 50})})
@NegativeExponential(cycleType = CycleType.CYCLETIME, cycleMean = 100, cycleDeviation = 2)
public class LawDriver {
    private static final int QUESTION = 2;

    private final DriverContext context = DriverContext.getContext();
    private final DataOutputStream out;
    private final DataInputStream in;
    private final Answers answers = new Answers();

    public LawDriver() throws IOException {
        String host = context.getProperty("sut.host");
        int port = Integer.parseInt(context.getProperty("sut.port"));
        Socket socket = new Socket(host, port);
        socket.setTcpNoDelay(true);
        out = new DataOutputStream(socket.getOutputStream());
        in = new DataInputStream(socket.getInputStream());
        context.attachMetrics(answers);
    }

    @BenchmarkOperation(name = "Ask", max90th = 0.2, timing = Timing.MANUAL)
    public void ask() throws IOException {
        exchange();
    }

    @BenchmarkOperation(name = "Ask Again", max90th = 0.025, timing = Timing.MANUAL)
    public void askAgain() throws IOException {
        exchange();
    }

    private void exchange() throws IOException {
        long word = context.getRandom().nextLong();
        byte[] question = java.nio.ByteBuffer.allocate(16)
                .putInt(QUESTION)
                .putInt(0)
                .putLong(word)
                .array();
        context.recordTime();
        out.write(question);
        long answered = in.readLong();
        in.readLong();
        in.readLong();
        context.recordTime();
        if (answered != word) {
            throw new IOException("the answer is to another question");
        }
        if (context.isTxSteadyState()) {
            answers.count++;
        }
    }

    /** Counts answers of the steady state. */
    public static class Answers implements CustomMetrics {
        private int count;

        @Override
        public void add(CustomMetrics other) {
            count += ((Answers) other).count;
        }

        @Override
        public Element[] getResults() {
            Element row = new Element();
            row.description = "answers in the steady state";
            row.target = "1 or more";
            row.result = Integer.toString(count);
            row.passed = count > 0;
            return new Element[] {row};
        }

        @Override
        public Object clone() {
            Answers copy = new Answers();
            copy.count = count;
            return copy;
        }
    }
}
