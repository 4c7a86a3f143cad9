// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A check of a workload in every run. */
public record ComparedCheck(@JsonUnwrapped ComparedFigure figure, List<@Nullable Boolean> met) {}
