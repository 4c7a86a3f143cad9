// SPDX-License-Identifier: Apache-2.0
/** The figures and findings of a judged run, as values: what reports show and documents hold. */
@NullMarked
package org.plateaubench.engine.judge.result;

import org.jspecify.annotations.NullMarked;
