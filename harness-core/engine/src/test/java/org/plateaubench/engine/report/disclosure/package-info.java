// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.engine.report.disclosure;

import org.jspecify.annotations.NullMarked;
