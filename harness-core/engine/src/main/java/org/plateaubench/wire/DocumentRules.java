// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.IntervalSnapshot;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/**
 * The properties of a document that follow from its Java record, so that it needs no annotations for them.
 *
 * <ul>
 *   <li>A component is required unless its type is {@link Nullable}, or it is left out when empty or zero, or it has a
 *       {@link JsonSetter} for {@link Nulls#AS_EMPTY}: then it is empty or zero where it is missing.
 *   <li>A record of measurements leaves out what is zero, empty or null, because every interval has hundreds of them.
 *   <li>A constant of an enum is its name in lower case, with hyphens.
 *   <li>A record of a sealed type has a field {@code kind}: the name of the record in lower case.
 * </ul>
 */
public final class DocumentRules extends JacksonAnnotationIntrospector {
    /** The field that distinguishes the records of a sealed type. */
    public static final String KIND = "kind";

    private static final long serialVersionUID = 1;

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        RecordComponent component = component(member);
        return component == null
                ? super.hasRequiredMarker(config, member)
                : Boolean.valueOf(!isNullable(component) && !mayBeMissing(config, member));
    }

    /** Null is refused where a value is required, and is the same as a missing field elsewhere. */
    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
        RecordComponent component = annotated instanceof AnnotatedMember member ? component(member) : null;
        if (component == null) {
            return super.findSetterInfo(config, annotated);
        }
        Nulls contents = Map.class.isAssignableFrom(component.getType()) ? Nulls.SKIP : Nulls.FAIL;
        if (mayBeMissing(config, annotated)) {
            return JsonSetter.Value.construct(Nulls.AS_EMPTY, contents);
        }
        return JsonSetter.Value.construct(isNullable(component) ? Nulls.SET : Nulls.FAIL, contents);
    }

    @Override
    public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedMember member && isMeasured(member)
                ? JsonInclude.Value.construct(
                        hasDefault(member.getRawType())
                                ? JsonInclude.Include.NON_DEFAULT
                                : JsonInclude.Include.NON_NULL,
                        JsonInclude.Include.USE_DEFAULTS)
                : super.findPropertyInclusion(config, annotated);
    }

    private static boolean isMeasured(AnnotatedMember member) {
        Class<?> type = member.getDeclaringClass();
        return type.getPackage() == IntervalSnapshot.class.getPackage() || type == Times.class;
    }

    private static boolean hasDefault(Class<?> type) {
        return type.isPrimitive() || Map.class.isAssignableFrom(type) || List.class.isAssignableFrom(type);
    }

    private boolean mayBeMissing(MapperConfig<?> config, Annotated annotated) {
        JsonInclude.Include inclusion =
                super.findPropertyInclusion(config, annotated).getValueInclusion();
        return inclusion == JsonInclude.Include.NON_EMPTY
                || inclusion == JsonInclude.Include.NON_DEFAULT
                || super.findSetterInfo(config, annotated).getValueNulls() == Nulls.AS_EMPTY;
    }

    /** Whether a field of a document may be null. */
    public static boolean isNullable(AnnotatedMember member) {
        RecordComponent component = component(member);
        return component != null && isNullable(component);
    }

    private static boolean isNullable(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static @Nullable RecordComponent component(AnnotatedMember member) {
        Class<?> type = member.getDeclaringClass();
        if (!type.isRecord()) {
            return null;
        }
        RecordComponent[] components = type.getRecordComponents();
        return switch (member) {
            case AnnotatedParameter parameter ->
                parameter.getOwner().getParameterCount() == components.length ? components[parameter.getIndex()] : null;
            case AnnotatedField field -> named(components, field.getName());
            case AnnotatedMethod method -> named(components, method.getName());
            default -> null;
        };
    }

    private static @Nullable RecordComponent named(RecordComponent[] components, String name) {
        return Arrays.stream(components)
                .filter(component -> component.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    @Override
    public String[] findEnumValues(
            MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, @Nullable String[] names) {
        for (int i = 0; i < constants.length; i++) {
            names[i] = word(constants[i]);
        }
        return names;
    }

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedClass && hasKind(annotated.getRawType())
                ? JsonTypeInfo.Value.construct(
                        JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, KIND, null, false, true, null)
                : super.findPolymorphicTypeInfo(config, annotated);
    }

    /** Whether a type is one of several records, or is one of them. */
    public static boolean hasKind(Class<?> type) {
        return hasKinds(type)
                || (type.isRecord() && Arrays.stream(type.getInterfaces()).anyMatch(DocumentRules::hasKinds));
    }

    /** Whether every value of a type is one of several records. */
    public static boolean hasKinds(Class<?> type) {
        return type.isSealed() && Arrays.stream(type.getPermittedSubclasses()).allMatch(Class::isRecord);
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        if (!hasKinds(annotated.getRawType())) {
            return super.findSubtypes(config, annotated);
        }
        List<NamedType> types = new ArrayList<>();
        kinds(annotated.getRawType()).forEach((kind, type) -> types.add(new NamedType(type, kind)));
        return types;
    }

    @Override
    public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
        return hasKind(type.getRawType()) ? kind(type.getRawType()) : super.findTypeName(config, type);
    }

    /** The {@link #KIND} of a record of a sealed type. */
    public static String kind(Class<?> type) {
        return type.getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** A constant of an enum as documents write it: in lower case, with hyphens. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The permitted types of a sealed type, by their {@link #KIND}. */
    public static Map<String, Class<?>> kinds(Class<?> sealed) {
        Map<String, Class<?>> kinds = new LinkedHashMap<>();
        List.of(sealed.getPermittedSubclasses()).forEach(kind -> kinds.put(kind(kind), kind));
        return kinds;
    }
}
