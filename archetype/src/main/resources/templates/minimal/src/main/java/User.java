package ${package};

import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;

/** One user. Put the code that you measure into {@link #execute}. */
record User(Parameters parameters) implements Driver {
    /** The parameters that a run file may set; give each a description and a default. */
    public record Parameters() {}

    static OperationDefinition operation(Parameters parameters) {
        return OperationDefinition.of("work", "Adds the numbers up to a thousand.").nothingToVerify();
    }

    /** Plateau measures how long this method takes. An exception counts as an error. */
    @Override
    public Outcome execute(OperationCall call) {
        int sum = 0;
        for (int i = 1; i <= 1_000; i++) {
            sum += i;
        }
        return sum == 500_500 ? Outcome.ok() : Outcome.error("wrong-sum", "the sum is " + sum);
    }
}
