// SPDX-License-Identifier: Apache-2.0
/** One run of a study: its step, its outcome, its figures and its software. */
@NullMarked
package org.plateaubench.app.study.run;

import org.jspecify.annotations.NullMarked;
