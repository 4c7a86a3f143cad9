// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.interval.IntervalSnapshot;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.type.LogicalType;

/**
 * The mapping between records and JSON.
 *
 * <ul>
 *   <li>Fields have the order of the record's components; {@link DocumentRules} defines which may be missing. Unknown
 *       fields are ignored, unless a reader refuses them.
 *   <li>Numbers are exact: a whole number is not read from a decimal or a text. A number that JSON cannot represent
 *       (NaN, infinite) is null in a document.
 *   <li>A name that occurs twice is refused.
 *   <li>A message has an interval as {@link IntervalBytes}; in a document a histogram is the number of its values.
 * </ul>
 */
public final class Json {
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .withCoercionConfig(LogicalType.Textual, Json::refuseNumbers)
            .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .annotationIntrospector(new DocumentRules())
            .addModule(ValueTexts.module().addKeySerializer(String.class, new CompleteCharacters()))
            .addModule(new SimpleModule("intervals")
                    .addSerializer(IntervalSnapshot.class, new Writer())
                    .addDeserializer(IntervalSnapshot.class, new Reader()))
            .addMixIns(MixIns.MIX_INS)
            .build();

    private Json() {}

    /** Replaces incomplete surrogate pairs in names, which could be written but not read. */
    private static final class CompleteCharacters extends StdSerializer<String> {
        CompleteCharacters() {
            super(String.class);
        }

        @Override
        public void serialize(String name, JsonGenerator generator, SerializationContext context) {
            generator.writeName(new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
        }
    }

    private static void refuseNumbers(MutableCoercionConfig texts) {
        texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
    }

    /** How documents and messages write records of modules without a JSON library. */
    static final class MixIns {
        static final Map<Class<?>, Class<?>> MIX_INS = Map.ofEntries(
                Map.entry(Load.class, OfLoad.class),
                Map.entry(LoadStep.class, OfStep.class),
                Map.entry(LoadStep.Sine.class, OfSine.class),
                Map.entry(LoadStep.Replay.class, OfReplay.class),
                Map.entry(MeasureDefinition.class, OfMeasure.class),
                Map.entry(Answers.class, OfAnswers.class),
                Map.entry(CheckDefinition.class, WithoutNulls.class),
                Map.entry(CheckDefinition.Term.class, OfTerm.class),
                Map.entry(Distribution.Exponential.class, WithoutNulls.class),
                Map.entry(SparseHistogram.class, OfHistogram.class),
                Map.entry(UnitDefinition.class, WithoutNulls.class),
                Map.entry(UnitDefinition.Step.class, OfUnitStep.class));

        private MixIns() {}

        @JsonInclude(Include.NON_NULL)
        interface WithoutNulls {}

        @JsonInclude(Include.NON_NULL)
        interface OfLoad {
            @JsonInclude(Include.NON_EMPTY)
            List<LoadStep> steps();
        }

        interface OfStep {
            @JsonProperty("for")
            Duration length();
        }

        interface OfSine {
            @JsonProperty("mean")
            double middle();
        }

        interface OfReplay {
            @JsonInclude(Include.NON_EMPTY)
            String file();
        }

        interface OfMeasure {
            @JsonInclude(Include.NON_EMPTY)
            List<?> limits();
        }

        interface OfAnswers {
            @JsonInclude(Include.NON_EMPTY)
            String identity();

            @JsonInclude(Include.NON_EMPTY)
            String version();

            @JsonInclude(Include.NON_EMPTY)
            List<String> checks();

            @JsonInclude(Include.NON_EMPTY)
            String notVerified();
        }

        interface OfHistogram {
            @JsonValue
            long totalCount();
        }

        interface OfUnitStep {
            @JsonInclude(Include.NON_DEFAULT)
            boolean conditional();
        }

        interface OfTerm {
            @JsonInclude(Include.NON_EMPTY)
            String name();
        }
    }

    private static final class Writer extends StdScalarSerializer<IntervalSnapshot> {
        Writer() {
            super(IntervalSnapshot.class);
        }

        @Override
        public void serialize(IntervalSnapshot interval, JsonGenerator generator, SerializationContext context) {
            generator.writeBinary(IntervalBytes.of(interval));
        }
    }

    private static final class Reader extends StdScalarDeserializer<IntervalSnapshot> {
        Reader() {
            super(IntervalSnapshot.class);
        }

        @Override
        public IntervalSnapshot deserialize(JsonParser parser, DeserializationContext context) {
            byte[] bytes = parser.getBinaryValue();
            try {
                return IntervalBytes.read(bytes, 0, bytes.length, any -> true, IntervalBytes.Detail.COMPLETE);
            } catch (IllegalArgumentException e) {
                return context.reportInputMismatch(this, "%s", e.getMessage());
            }
        }
    }
}
