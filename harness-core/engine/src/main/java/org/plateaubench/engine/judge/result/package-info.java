// SPDX-License-Identifier: Apache-2.0
/** The figures and findings of a judged run as values, which reports show and documents contain. */
@NullMarked
package org.plateaubench.engine.judge.result;

import org.jspecify.annotations.NullMarked;
